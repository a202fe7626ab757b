// Names of functions stay: the tests read them in stacks without source maps.
export default { build: { minify: false, rollupOptions: { input: ['index.html', 'replay.html'] } } }
