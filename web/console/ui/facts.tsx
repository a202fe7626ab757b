// Names and values in a grid.
import type { ReactNode } from 'react'

type Props = { facts: Record<string, ReactNode>; className: string | undefined }

export function Facts({ facts, className }: Props) {
  return (
    <dl className={className}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
