// For Vue 3, which catches errors of components: a plugin that reports them.

import { report } from '../core.ts'
import { digestOf } from '../digest.ts'

/** The part of a Vue application that the plugin uses. */
type VueApp = {
  config: { errorHandler?: ((error: unknown, instance: never, info: string) => void) | undefined }
}

/**
 * `createApp(App).use(errataVue).mount('#app')`: reports errors that Vue catches, and shows the fallback
 * screen if the root component cannot be rendered. Afterwards it calls an `errorHandler` that was set before,
 * or prints the error with its digest, as Vue would.
 */
export const errataVue = {
  install(app: VueApp): void {
    const { errorHandler } = app.config
    app.config.errorHandler = (error, instance, info) => {
      report(error, 'vue', 17, { 'errata.vue.info': info })
      if (errorHandler) errorHandler(error, instance, info)
      else console.error(error, `\nDigest: ${digestOf(error)}`)
    }
  },
}
