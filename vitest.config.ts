// All tests in one run: a project for each workspace, and in `web` one for each browser.
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'

/** Spreads the files of each project over the run, so that its processes share the machine with others'. */
class Mixed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project)
    const positions = [...projects.values()].flatMap((group) =>
      group.map((file, index) => ({ file, position: index / group.length })),
    )
    return positions.sort((a, b) => a.position - b.position).map(({ file }) => file)
  }
}

export default defineConfig({
  test: {
    projects: ['contract', 'e2e', 'otlp', 'relay', 'scripts', 'server', 'store', 'web'],
    sequence: { sequencer: Mixed },
  },
})
