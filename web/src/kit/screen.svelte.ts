/** How wide the window is: a phone shows sheets, a tablet a drawer, a desktop everything. */
export type Size = 'phone' | 'tablet' | 'desktop'

export const PHONE = '(max-width: 700px)'
export const TABLET = '(max-width: 999px)'

class Screen {
  size = $state<Size>('desktop')

  constructor() {
    const phone = globalThis.matchMedia?.(PHONE)
    const tablet = globalThis.matchMedia?.(TABLET)
    if (!phone || !tablet) return
    const measure = (): void => {
      this.size = phone.matches ? 'phone' : tablet.matches ? 'tablet' : 'desktop'
    }
    measure()
    phone.addEventListener('change', measure)
    tablet.addEventListener('change', measure)
  }

  get phone(): boolean {
    return this.size === 'phone'
  }

  get desktop(): boolean {
    return this.size === 'desktop'
  }
}

export const screen = new Screen()
