// What the relay costs compared with a reverse proxy that checks nothing: nginx, one process, kept-alive
// connections. Both run on the first core, sender and sink on the second, and take turns within every round.
import { cpus } from 'node:os'
import { join } from 'node:path'
import { writeTable } from '../../scripts/bench/table.ts'
import { find, openSink, createProcesses, pinTo } from './processes.ts'
import { PROCESSOR_HEAD, type Chain, measureProcessor, processorRows } from './processor.ts'
import { SERVICE_HEAD, latencyRows, memoryRows, outageRows } from './service.ts'

/** `npm run bench -- relay 1` for a first impression. */
const ROUNDS = Number(process.argv[2] ?? 3)
const README = join(import.meta.dirname, 'README.md')

if (find('taskset') === undefined || cpus().length < 2) {
  console.log('The relay is not measured: that takes two cores and taskset (Debian: util-linux).')
} else await measure()

async function measure(): Promise<void> {
  const processes = createProcesses()
  const sink = await openSink()
  try {
    const relay = await processes.relay(sink.port)
    const nginx = await processes.nginx(sink.port)
    if (nginx === undefined)
      console.log('There is no nginx to compare with: install the Debian package nginx-light or nginx.')
    const [behindRelay, behindNginx] = [
      await processes.collector(sink.port),
      await processes.collector(sink.port),
    ]
    const chainRelay = behindRelay && (await processes.relay(behindRelay.port))
    const chainNginx = behindNginx && (await processes.nginx(behindNginx.port))
    pinTo('1')
    const chains: Chain[] = [{ name: 'relay', entry: relay, processes: [relay] }]
    if (nginx) chains.push({ name: 'nginx', entry: nginx, processes: [nginx] })
    if (behindRelay && chainRelay)
      chains.push({ name: 'relay + collector', entry: chainRelay, processes: [chainRelay, behindRelay] })
    if (behindNginx && chainNginx)
      chains.push({ name: 'nginx + collector', entry: chainNginx, processes: [chainNginx, behindNginx] })
    const figures = await measureProcessor(chains, ROUNDS)
    const service = [
      ...(await latencyRows(relay, nginx)),
      ...(await memoryRows(processes, sink.port)),
      ...(await outageRows(processes)),
    ]
    const rounds = ROUNDS === 1 ? 'one round' : `medians of ${ROUNDS} rounds`
    writeTable(README, 'Processor time of a request', [rounds, ...PROCESSOR_HEAD], processorRows(figures))
    writeTable(README, 'Service', ['an exception a request', ...SERVICE_HEAD], service)
  } finally {
    await processes.close()
    sink.close()
  }
}
