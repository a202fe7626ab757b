// `node build.mjs BUILD URL TOKEN`: builds `vite-1` and the like into `dist/BUILD`, and sends its maps.

import { execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { errata } from '@errata/monitoring/vite'
import react from '@vitejs/plugin-react'
import esbuild from 'esbuild'
import { build as buildWithVite } from 'vite'
import webpack from 'webpack'

const [name, url, token] = process.argv.slice(2)
const [builder, release] = name.split('-')
const folder = resolve('dist', name)
const service = 'maps-app'

const builders = {
  async vite() {
    await buildWithVite({
      configFile: false,
      base: './',
      logLevel: 'warn',
      plugins: [react(), errata({ service, release, upload: { url, token, failOnError: true } })],
      build: { outDir: folder },
    })
  },

  async webpack() {
    const stats = await promisify((done) =>
      webpack(
        {
          mode: 'production',
          entry: './src/main.tsx',
          devtool: 'hidden-source-map',
          output: { path: folder, filename: '[name]-[contenthash:8].js', chunkFilename: '[contenthash].js' },
          resolve: { extensions: ['.tsx', '.ts', '.js'] },
          module: {
            rules: [
              { test: /\.tsx?$/, loader: 'esbuild-loader', options: { target: 'es2022', jsx: 'automatic' } },
            ],
          },
          performance: false,
        },
        done,
      ),
    )
    if (stats.hasErrors()) throw new Error(stats.toString())
    writePage(stats.toJson().entrypoints.main.assets[0].name)
    upload()
  },

  async esbuild() {
    const { metafile } = await esbuild.build({
      entryPoints: ['src/main.tsx'],
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      jsx: 'automatic',
      sourcemap: 'external',
      metafile: true,
      outdir: folder,
      entryNames: '[name]-[hash]',
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    const [entry] = Object.entries(metafile.outputs).find(
      ([, output]) => output.entryPoint === 'src/main.tsx',
    )
    writePage(basename(entry))
    upload()
  },

  next() {
    const env = { ...process.env, BUILD: name, NEXT_TELEMETRY_DISABLED: '1' }
    execFileSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], { stdio: 'inherit', env })
    cpSync('.next-out', folder, { recursive: true })
    upload()
  },
}

function promisify(action) {
  return new Promise((done, fail) => action((error, result) => (error ? fail(error) : done(result))))
}

function writePage(script) {
  const html = `<!doctype html><title>Maps</title><div id="root"></div><script type="module" src="${script}">`
  writeFileSync(`${folder}/index.html`, `${html}</script>\n`)
}

function upload() {
  const args = ['upload', folder, '--service', service, '--release', release, '--delete', '--fail']
  const command = 'node_modules/@errata/monitoring/dist/build/cli.js'
  execFileSync(process.execPath, [command, ...args, '--url', url, '--token', token], { stdio: 'inherit' })
}

await builders[builder]()
