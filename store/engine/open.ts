// Opens the engine that the configuration asks for. The package of the other one is not loaded.
import type { Config } from '../config.ts'
import type { Engine } from './engine.ts'

export async function openEngine({ clickhouseUrl, cluster, folder }: Config): Promise<Engine> {
  if (clickhouseUrl !== null) {
    const { openClickhouse } = await import('./clickhouse.ts')
    return openClickhouse(clickhouseUrl, cluster)
  }
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(folder)
}
