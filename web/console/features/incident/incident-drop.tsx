// A file that is dropped on any screen is opened as an incident.
import { useEffect, useState } from 'react'
import { useOpenIncident } from './use-open-incident.ts'
import { useStableCallback } from '../../ui/use-stable-callback.ts'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import css from './incident-picker.module.css'

/** A pointer at rest sends a `dragover` at least every 350 ms. */
const LEFT_MS = 500

export function IncidentDrop() {
  const [isOver, setOver] = useState(false)
  const open = useOpenIncident()
  const { showToast } = useToast()
  const drop = useStableCallback(
    (file: File) =>
      void open(file).then((problem) => problem !== null && showToast({ text: problem, failed: true })),
  )
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const leave = () => setOver(false)
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
      clearTimeout(timer)
      timer = setTimeout(leave, LEFT_MS)
    }
    const onDrop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      clearTimeout(timer)
      leave()
      drop(file)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop)
    }
  }, [drop])
  if (!isOver) return null
  return (
    <p className={css.drop}>
      <Icon name="download" />
      Drop the incident file to open it
    </p>
  )
}
