// Put into every page before its own scripts: keeps what travelled on the table's socket, and says whether an answer is due.
(() => {
  const ASKS = ['act', 'undo', 'restart', 'commit', 'sit']
  const ANSWERS = ['view', 'refused', 'welcome']
  const line = { heard: [], sent: [], waiting: false, isDown: false, socket: null }
  // The line breaks, and stays broken until it is mended.
  line.cut = () => {
    line.isDown = true
    line.socket?.close()
  }
  line.mend = () => (line.isDown = false)
  const Real = window.WebSocket
  window.bastideLine = line
  window.WebSocket = class extends Real {
    constructor(...given) {
      super(...(line.isDown ? ['ws://127.0.0.1:9/'] : given))
      line.socket = this
      this.addEventListener('message', (event) => {
        line.heard.push(event.data)
        if (ANSWERS.includes(JSON.parse(event.data).type)) line.waiting = false
      })
    }
    send(text) {
      line.sent.push(text)
      if (ASKS.includes(JSON.parse(text).type)) line.waiting = true
      super.send(text)
    }
  }
})()
