// Next.js: the application runs in the browser alone.

'use client'

import dynamic from 'next/dynamic'

const Application = dynamic(() => import('../src/next-main.tsx'), { ssr: false })

export default function Page() {
  return <Application />
}
