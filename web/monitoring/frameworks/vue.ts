// For Vue 3, which catches the errors of components: a plugin that reports them.

import { report } from '../core.ts'

/** The part of Vue's application that the plugin uses. */
type VueApp = {
  config: { errorHandler?: ((error: unknown, instance: never, info: string) => void) | undefined }
}

/**
 * `createApp(App).use(errataVue).mount('#app')`: reports what Vue catches, and paints the fallback screen
 * when the root component could not be rendered. An `errorHandler` that is set already is called after it;
 * without one the error is printed with its digest, as Vue would print it.
 */
export const errataVue = {
  install(app: VueApp): void {
    const { errorHandler } = app.config
    app.config.errorHandler = (error, instance, info) => {
      const digest = report(error, 'vue', 17, { 'errata.vue.info': info })
      if (errorHandler) errorHandler(error, instance, info)
      else console.error(error, `\nDigest: ${digest}`)
    }
  },
}
