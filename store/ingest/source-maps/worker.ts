// The thread that reads source maps, so that the event loop of the store never does.
import { parentPort, workerData } from 'node:worker_threads'
import { MapService } from './map-service.ts'
import type { ToWorker } from './worker-messages.ts'

const { maxBytes } = workerData as { maxBytes: number }
const service = new MapService(maxBytes, (message) => parentPort?.postMessage(message, []))
parentPort?.on('message', (message: ToWorker) => service.receive(message))
