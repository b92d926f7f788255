import { type Role, ROLE_LABELS } from '../../../domain/people/role.ts'
import { type BadgeVariant, Badge } from '../../ui/layout/badge.tsx'

const VARIANTS: Readonly<Record<Role, BadgeVariant>> = {
  super_admin: 'destructive',
  editor: 'default',
  contributor: 'secondary',
  viewer: 'outline',
}

export function RoleBadge({ role }: { role: Role }) {
  return <Badge variant={VARIANTS[role]}>{ROLE_LABELS[role]}</Badge>
}
