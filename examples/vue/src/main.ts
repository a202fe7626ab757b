import './errata.ts'
import { errataVue } from '@errata/monitoring/vue'
import { createApp } from 'vue'
import App from './app.vue'

const app = createApp(App)
// Errata: the plugin. Without it, at `/?plain`, errors arrive that Vue prints with `console.error`.
if (location.search !== '?plain') app.use(errataVue)
app.mount('#app')
