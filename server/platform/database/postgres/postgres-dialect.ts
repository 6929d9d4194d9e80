import { PostgresDialect, type PostgresDialectConfig, PostgresDriver } from 'kysely'
import { transactionBegun, transactionEnded } from '../after-commit.ts'

/** Kysely's PostgreSQL dialect, whose transactions say that they are committed. */
export class WellheadPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new CommittingDriver(this.#config)
  }
}

class CommittingDriver extends PostgresDriver {
  override async beginTransaction(...[connection, settings]: Parameters<PostgresDriver['beginTransaction']>) {
    await super.beginTransaction(connection, settings)
    transactionBegun(connection)
  }

  override async commitTransaction(...[connection]: Parameters<PostgresDriver['commitTransaction']>) {
    await super.commitTransaction(connection)
    transactionEnded(connection, { isCommitted: true })
  }

  override async rollbackTransaction(...[connection]: Parameters<PostgresDriver['rollbackTransaction']>) {
    transactionEnded(connection, { isCommitted: false })
    await super.rollbackTransaction(connection)
  }
}
