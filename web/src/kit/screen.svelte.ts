/** How large the window is: a phone shows sheets, a tablet a drawer, a desktop everything. */
export type Size = 'phone' | 'tablet' | 'desktop'

export const PHONE = '(max-width: 700px)'
export const TABLET = '(max-width: 999px)'
/** A phone held sideways, a window under a keyboard, a page at twice its size. */
export const LOW = '(max-height: 479px), (max-height: 599px) and (orientation: landscape)'

/** The window that the largest layout is drawn for: a larger one shows the same, larger. */
const LARGEST = { width: 1920, height: 1080 }
const MOST_ZOOM = 4
/** The window in which pieces have their plain size. */
const PLAIN_HEIGHT = 900

export const zoomOf = (width: number, height: number): number =>
  Math.min(MOST_ZOOM, Math.max(1, Math.min(width / LARGEST.width, height / LARGEST.height)))

class Screen {
  size = $state<Size>('desktop')
  /** So low that bars share a line, the others stand in a rail, and what is not needed to move lies in sheets. */
  low = $state(false)
  /** How much larger small pieces are drawn where the window is larger than a desktop's. */
  scale = $state(1)
  /** How much larger the whole page is drawn on a wall or a television: every length of a style counts so often. */
  zoom = $state(1)

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
    const grow = (): void => {
      const { innerWidth, innerHeight } = globalThis
      this.zoom = zoomOf(innerWidth, innerHeight)
      this.scale = Math.max(1, innerHeight / this.zoom / PLAIN_HEIGHT)
      globalThis.document.documentElement.style.setProperty('--zoom', String(this.zoom))
    }
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

  /** Too small for everything at once: what is not needed to move is one tap away. */
  get compact(): boolean {
    return this.phone || this.low
  }
}

export const screen = new Screen()
