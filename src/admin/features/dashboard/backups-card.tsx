import { useQuery } from '@tanstack/react-query'
import { serverClock } from '../../../backend/server-clock.ts'
import { backupsQuery } from '../../data/backups.ts'
import { formatWhen } from '../../ui/dates/format.ts'
import { Card } from '../../ui/layout/card.tsx'
import { StatusDot } from '../../ui/layout/status-dot.tsx'
import { backupLines } from './data/backups.ts'

/** Whether the magazine could be restored from its backups; nothing where none are made. */
export function BackupsCard() {
  const { data } = useQuery(backupsQuery)
  const lines = data === undefined ? [] : backupLines(data, serverClock.now(), formatWhen)
  if (lines.length === 0) return null
  return (
    <Card title="Backups">
      <ul className="flex flex-col gap-2">
        {lines.map(({ isWrong, text, detail }) => (
          <li key={text}>
            <p className={isWrong ? 'text-sm text-madder' : 'text-sm text-soft'}>
              {isWrong ? <StatusDot tone="failed">{text}</StatusDot> : text}
            </p>
            {detail !== null && <p className="mt-0.5 pl-4 text-xs break-words text-madder">{detail}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
