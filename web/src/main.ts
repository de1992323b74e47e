import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { settings } from './kit/settings.svelte'
import { words } from './words/catalogue.svelte'

await words.speak(settings.language)
await words.open('page', 'core', 'table', 'bots')
settings.show()
settings.follow()
mount(App, { target: document.body })
