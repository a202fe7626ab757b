// Names and icons of the device classes.

export type DeviceName = 'desktop' | 'mobile' | 'tablet'

export const DEVICES: Record<DeviceName, { title: string; plural: string }> = {
  desktop: { title: 'Desktop', plural: 'desktops' },
  mobile: { title: 'Mobile', plural: 'phones' },
  tablet: { title: 'Tablet', plural: 'tablets' },
}

const SHAPES: Record<DeviceName, React.ReactNode> = {
  desktop: (
    <>
      <rect x="2" y="3" width="12" height="8" rx="1" />
      <path d="M5.5 13.5h5" />
    </>
  ),
  mobile: (
    <>
      <rect x="4.75" y="1.75" width="6.5" height="12.5" rx="1.25" />
      <path d="M7.5 12h1" />
    </>
  ),
  tablet: (
    <>
      <rect x="2.75" y="1.75" width="10.5" height="12.5" rx="1.25" />
      <path d="M7.25 12h1.5" />
    </>
  ),
}

/** Hidden from screen readers: the name is beside it. */
export function DeviceIcon({ name, className }: { name: DeviceName; className?: string | undefined }) {
  return (
    <svg className={`icon ${className ?? ''}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  )
}
