// Applications that Angular's command, webpack, Rollup or esbuild builds: the options are constants of the
// build, and a command uploads the source maps.
import {
  type Endpoints,
  type Setup,
  type Step,
  importVersion,
  install,
  upload,
  UPLOAD_NOTE,
} from './setup.ts'

const OPTIONS = `JSON.stringify({
  service: 'shop',
  release: packageJson.version,
  environment: process.env.NODE_ENV ?? 'development',
})`

const ENTRY: Step = {
  file: 'src/index.js, the first lines',
  language: 'ts',
  code: `import { init } from '@errata/monitoring'

init()`,
}

const HEAD_NOTE =
  'For the error screen when the bundle is missing or broken, copy ' +
  '`node_modules/@errata/monitoring/head-snippet.txt` to the start of the `<head>` and write service and ' +
  'release into it.'

const NODE_ENV_NOTE =
  'Set `NODE_ENV=production` for the build: it is the environment. Imports in other files are evaluated ' +
  'before `init()`; if they may throw, put both lines into a file of their own and import it first.'

export function angular(endpoints: Endpoints): Setup {
  return {
    id: 'angular',
    name: 'Angular',
    steps: [
      install(endpoints),
      {
        file: 'src/errata.ts',
        code: `import { isDevMode } from '@angular/core'
import { init } from '@errata/monitoring'
${importVersion('..')}

init({
  service: 'shop',
  release: version,
  environment: isDevMode() ? 'development' : 'production',
  root: 'app-root',
})`,
      },
      { file: 'src/main.ts, the first line', code: `import './errata'` },
      {
        file: 'src/app/report-errors.ts',
        code: `import { ErrorHandler, Injectable } from '@angular/core'
import { captureException } from '@errata/monitoring'

@Injectable()
export class ReportErrors extends ErrorHandler {
  override handleError(error: unknown) {
    captureException(error, { handled: false })
    super.handleError(error)
  }
}`,
      },
      {
        file: 'src/app/app.config.ts, in its providers',
        code: `  { provide: ErrorHandler, useClass: ReportErrors },`,
      },
      {
        file: 'angular.json, in build.configurations.production',
        code: `"sourceMap": { "scripts": true, "hidden": true },`,
      },
      {
        file: 'proxy.conf.json, named as "proxyConfig" in the options of "serve"',
        code: `{ "/monitoring": { "target": "${endpoints.relay}", "xfwd": true } }`,
      },
      upload(endpoints, 'dist'),
    ],
    notes: [
      'If TypeScript does not find package.json, set `"resolveJsonModule": true` in tsconfig.json.',
      HEAD_NOTE,
      UPLOAD_NOTE,
    ],
  }
}

export function webpack(endpoints: Endpoints): Setup {
  return {
    id: 'webpack',
    name: 'webpack',
    steps: [
      install(endpoints),
      {
        file: 'webpack.config.js, in its configuration',
        language: 'ts',
        code: `import webpack from 'webpack'
import packageJson from './package.json' with { type: 'json' }

const options = ${OPTIONS}

  devtool: 'hidden-source-map',
  output: { filename: '[name].[contenthash].js' },
  plugins: [new webpack.DefinePlugin({ ERRATA_OPTIONS: options })],
  devServer: { proxy: [{ context: '/monitoring', target: '${endpoints.relay}', xfwd: true }] },`,
      },
      ENTRY,
      upload(endpoints, 'dist'),
    ],
    notes: [
      'In a configuration in CommonJS: `require` instead of `import`.',
      NODE_ENV_NOTE,
      HEAD_NOTE,
      UPLOAD_NOTE,
    ],
  }
}

export function rollup(endpoints: Endpoints): Setup {
  return {
    id: 'rollup',
    name: 'Rollup',
    steps: [
      install(endpoints, '--save-dev @rollup/plugin-node-resolve @rollup/plugin-replace'),
      {
        file: 'rollup.config.js, in its configuration',
        language: 'ts',
        code: `import resolve from '@rollup/plugin-node-resolve'
import replace from '@rollup/plugin-replace'
import packageJson from './package.json' with { type: 'json' }

const options = ${OPTIONS}

  plugins: [resolve({ browser: true }), replace({ preventAssignment: true, ERRATA_OPTIONS: options })],
  output: { dir: 'dist', format: 'es', sourcemap: 'hidden', sourcemapDebugIds: true },`,
      },
      ENTRY,
      upload(endpoints, 'dist'),
    ],
    notes: [NODE_ENV_NOTE, HEAD_NOTE, UPLOAD_NOTE],
  }
}

export function esbuild(endpoints: Endpoints): Setup {
  return {
    id: 'esbuild',
    name: 'esbuild',
    steps: [
      install(endpoints),
      {
        file: 'build.js',
        language: 'ts',
        code: `import { build } from 'esbuild'
import packageJson from './package.json' with { type: 'json' }

const options = ${OPTIONS}

await build({
  entryPoints: ['src/index.js'],
  outdir: 'dist',
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  // The package loads its later parts with \`import()\`.
  splitting: true,
  format: 'esm',
  sourcemap: 'external',
  define: { ERRATA_OPTIONS: options },
})`,
      },
      ENTRY,
      upload(endpoints, 'dist'),
    ],
    notes: [NODE_ENV_NOTE, HEAD_NOTE, UPLOAD_NOTE],
  }
}
