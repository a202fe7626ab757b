// `npm run backup -- FOLDER`: all that the store holds, also while it runs. What it reads and promises stands in store/README.md.
import { command } from '../store/backup/command.ts'

await command('backup', process.argv[2])
