/** A short sound of our own making: two soft notes, a fourth apart. */
const NOTES = [
  { pitch: 659.26, at: 0 },
  { pitch: 880, at: 0.14 },
]
const LENGTH = 0.32
const LOUDNESS = 0.12

let context: AudioContext | null = null

export function chime(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  for (const { pitch, at } of NOTES) {
    const start = context.currentTime + at
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + LENGTH)
  }
}
