// `npm run restore -- FOLDER`: fills an empty store from a backup.
import { command } from '../store/backup.ts'

await command('restore', process.argv[2])
