// `npm run restore -- FOLDER`: fills an empty store from a backup.
import { command } from '../store/database/backup/command.ts'

await command('restore', process.argv[2])
