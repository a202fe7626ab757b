// Saves an incident as a file, and says under which name.
import { useToast } from '../../ui/toast.tsx'

/** `make` resolves to the name of the file. */
export function useSaveIncident(): (make: () => Promise<string>) => void {
  const { showToast } = useToast()
  const save = async (make: () => Promise<string>) => {
    try {
      showToast({ text: `Saved as ${await make()}` })
    } catch (error) {
      showToast({
        text: `The file was not made: ${error instanceof Error ? error.message : 'unknown error'}`,
        failed: true,
      })
    }
  }
  return (make) => void save(make)
}
