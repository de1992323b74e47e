/** What the page draws, as a picture that stands by itself: an SVG with its styles and symbols, or a PNG of that. */

/** Every rule of the page's styles. */
function styles(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules].map((rule) => rule.cssText)
      } catch {
        return []
      }
    })
    .join('\n')
}

/** An element of the page as an SVG of a size, with all it needs inside. */
export function svgOf(element: HTMLElement, width: number, height: number): string {
  const root = document.documentElement
  const attributes = [...root.attributes].map(({ name, value }) => `${name}="${value.replaceAll('"', '&quot;')}"`)
  const sprites = [...document.querySelectorAll('svg')].filter((svg) => svg.querySelector(':scope symbol'))
  const write = (node: Node): string => new XMLSerializer().serializeToString(node)
  const { fontFamily, fontSize } = getComputedStyle(document.body)
  const font = `${fontSize}/1.5 ${fontFamily.replaceAll('"', "'")}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ${attributes
      .filter((attribute) => /^(data-|class)/.test(attribute))
      .join(' ')}>`,
    `<foreignObject width="${width}" height="${height}"><div xmlns="http://www.w3.org/1999/xhtml" style="font:${font};color:var(--ink);background:var(--page)">`,
    `<style><![CDATA[${styles()}]]></style>`,
    ...sprites.map(write),
    write(element),
    '</div></foreignObject></svg>',
  ].join('\n')
}

/** The same as PNG. */
export async function pngOf(svg: string, width: number, height: number, scale = 2): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}

/** Hands a picture to another program, or saves it. */
export async function share(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type })
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined)
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
}
