import type { Feature } from '../feature.ts'
import { importPieceRoutes } from './import-piece-routes.ts'
import { importRoutes } from './import-routes.ts'
import { finishingImports } from './run/finish-imports.ts'
import { runImportTask, undoImportTask } from './run/import-tasks.ts'
import { runImportHandler } from './run/run-import.ts'
import { undoImportHandler } from './run/undo-import.ts'

/** Moving in from other systems. */
export const imports = {
  name: 'imports',
  routes: [importRoutes, importPieceRoutes],
  tasks: [
    { task: runImportTask, handler: runImportHandler },
    { task: undoImportTask, handler: undoImportHandler },
  ],
  every: [finishingImports],
} satisfies Feature
