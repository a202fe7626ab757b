import type { ReactNode } from 'react'
import { Menu } from './menu.tsx'

export const metadata = { title: 'Next.js with Errata' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Menu />
        {children}
      </body>
    </html>
  )
}
