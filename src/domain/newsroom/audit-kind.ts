/** Labels of the kinds of audit log entries. A check of the table lists the same kinds. */
export const AUDIT_KIND_LABELS = {
  'sign-in': 'Signed in',
  'account-created': 'Account created',
  'account-invited': 'Account invited',
  'account-deleted': 'Account deleted',
  role: 'Role changed',
  publish: 'Published',
  unpublish: 'Unpublished',
  delete: 'Deleted',
  restore: 'Restored',
  settings: 'Settings changed',
  export: 'Exported',
  'second-factor': 'Two-factor authentication',
  session: 'Session ended',
  rights: 'Shown without a right',
  preview: 'Preview shared or revoked',
  import: 'Imported',
  'import-undone': 'Import undone',
  letter: 'Letter',
} as const

export type AuditKind = keyof typeof AUDIT_KIND_LABELS
export const AUDIT_KINDS = Object.keys(AUDIT_KIND_LABELS) as [AuditKind, ...AuditKind[]]
