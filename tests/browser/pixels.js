// Facts about what is drawn, from a picture of the screen: in a page of its own, since a table loads nothing foreign.
({ picture, strips }) => {
  const light = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  const luminance = ([red, green, blue]) =>
    0.2126 * light(red / 255) + 0.7152 * light(green / 255) + 0.0722 * light(blue / 255)
  const contrast = (values) => (Math.max(...values) + 0.05) / (Math.min(...values) + 0.05)
  return new Promise((done) => {
    const image = new Image()
    image.onload = () => {
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const paint = canvas.getContext('2d')
      paint.drawImage(image, 0, 0)
      const strip = ([x, y, width]) => {
        const { data } = paint.getImageData(x, y, width, 1)
        return contrast(Array.from({ length: width }, (_, i) => luminance(data.slice(4 * i, 4 * i + 3))))
      }
      done(strips.map(strip))
    }
    image.src = `data:image/png;base64,${picture}`
  })
}
