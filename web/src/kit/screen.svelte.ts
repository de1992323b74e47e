/** How wide the window is: a phone shows sheets, a tablet a drawer, a desktop everything. */
export type Size = 'phone' | 'tablet' | 'desktop'

export const PHONE = '(max-width: 700px)'
export const TABLET = '(max-width: 999px)'
/** A phone held sideways, a window under a keyboard, a page at twice its size. */
export const LOW = '(max-height: 479px)'

class Screen {
  size = $state<Size>('desktop')
  /** So low that the bars share a line and the table scrolls beside the others' chips. */
  low = $state(false)
  /** How much larger small pieces are drawn where the window is larger than a desktop's. */
  scale = $state(1)

  constructor() {
    const phone = globalThis.matchMedia?.(PHONE)
    const tablet = globalThis.matchMedia?.(TABLET)
    const low = globalThis.matchMedia?.(LOW)
    if (!phone || !tablet || !low) return
    const measure = (): void => {
      this.low = low.matches
      this.size = phone.matches && !low.matches ? 'phone' : tablet.matches || low.matches ? 'tablet' : 'desktop'
    }
    measure()
    const grow = (): void => void (this.scale = Math.min(2.4, Math.max(1, globalThis.innerHeight / 900)))
    grow()
    globalThis.addEventListener?.('resize', grow)
    for (const query of [phone, tablet, low]) query.addEventListener('change', measure)
  }

  get phone(): boolean {
    return this.size === 'phone'
  }

  get desktop(): boolean {
    return this.size === 'desktop'
  }
}

export const screen = new Screen()
