/** Draws the picture of a game out of sight, and takes it down again. */
import { mount, unmount } from 'svelte'
import type { ComponentProps } from 'svelte'
import { svgOf } from './picture'
import ShareCard from './ShareCard.svelte'

export const WIDTH = 1200
export const HEIGHT = 900

export async function drawPicture(props: Omit<ComponentProps<typeof ShareCard>, 'ondrawn'>): Promise<string> {
  const place = document.createElement('div')
  place.style.cssText = 'position:fixed;left:-3000px;top:0'
  place.inert = true
  document.body.append(place)
  let component: object | null = null
  try {
    return await new Promise<string>((resolve) => {
      component = mount(ShareCard, {
        target: place,
        props: { ...props, ondrawn: (card: HTMLElement) => resolve(svgOf(card, WIDTH, HEIGHT)) },
      })
    })
  } finally {
    if (component) await unmount(component)
    place.remove()
  }
}
