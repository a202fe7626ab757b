// `npm run restore -- FOLDER`: a store out of a backup, where there is none yet.
import { command } from '../store/backup/command.ts'

await command('restore', process.argv[2])
