// A static export with source maps, below the path of its build.

export default {
  output: 'export',
  distDir: '.next-out',
  basePath: `/${process.env.BUILD}`,
  productionBrowserSourceMaps: true,
  turbopack: { root: import.meta.dirname },
}
