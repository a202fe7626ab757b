// `npm run copy -- to-clickhouse` or `from-clickhouse`: moves a store from one engine to the other.
import { command } from '../store/database/copy/command.ts'

await command(process.argv[2])
