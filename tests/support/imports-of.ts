import ts from 'typescript'

/** What the code of a file imports, as it is written there; imports of types alone are none. */
export function importsOf(path: string, text: string): string[] {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const isTypeOnly = ts.isImportDeclaration(statement)
      ? statement.importClause?.isTypeOnly === true
      : statement.isTypeOnly
    const { moduleSpecifier: from } = statement
    return from === undefined || isTypeOnly || !ts.isStringLiteral(from) ? [] : [from.text]
  })
}
