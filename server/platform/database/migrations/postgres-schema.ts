import {
  type ColumnDefinitionNode,
  GeneratedNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  RawNode,
} from 'kysely'

/**
 * Lets the same migrations make the tables of PostgreSQL. Text is compared by its bytes, as SQLite does, whatever language
 * the database was made for; numbers are given once and never again, as AUTOINCREMENT does.
 */
export class PostgresSchema implements KyselyPlugin {
  readonly #columns = new ColumnTransformer()

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.#columns.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

class ColumnTransformer extends OperationNodeTransformer {
  protected override transformColumnDefinition(
    ...args: Parameters<OperationNodeTransformer['transformColumnDefinition']>
  ) {
    const { autoIncrement, ...node } = super.transformColumnDefinition(...args)
    const isText = 'dataType' in node.dataType && node.dataType.dataType === 'text'
    return {
      ...node,
      ...(isText && { dataType: RawNode.createWithSql('text collate "C"') }),
      // Not "always": a copy of another database brings its numbers along.
      ...(autoIncrement && { generated: GeneratedNode.create({ identity: true, byDefault: true }) }),
    } as ColumnDefinitionNode
  }
}
