import { expect, test } from 'vitest'
import { readBackup } from './backup-env.ts'

const BUCKET = {
  BACKUP_S3_ENDPOINT: 'https://s3.example/',
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
}

test('backups go to a folder or a bucket, and two weeks of them are kept', () => {
  expect(readBackup({ BACKUP_FOLDER: '/mnt/backups', EXPORT_PASSPHRASE: ' twelve signs ' })).toEqual({
    ...{ place: { folder: '/mnt/backups' }, keep: 14, passphrase: ' twelve signs ' },
  })
  const region = { BACKUP_S3_REGION: 'auto' }
  expect(readBackup({ ...BUCKET, ...region, BACKUP_S3_PREFIX: 'mine', BACKUP_KEEP: '3' })).toMatchObject({
    place: { bucket: { region: 'auto', endpoint: 'https://s3.example', bucket: 'backups', prefix: 'mine/' } },
    ...{ keep: 3, passphrase: null },
  })
})

test.each([
  [{}, 'Say where backups go'],
  [{ ...BUCKET, BACKUP_FOLDER: '/mnt' }, 'choose one'],
  [{ ...BUCKET, S3_BUCKET: 'backups', S3_ENDPOINT: 'https://s3.example' }, 'which readers can read'],
  [{ BACKUP_FOLDER: '/mnt', BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be a whole number from 1 to 10000'],
  [{ ...BUCKET, BACKUP_S3_ACCESS_KEY_ID: '' }, 'BACKUP_S3_ACCESS_KEY_ID is not set'],
])('a place that is none is refused in words: %j', (source, message) => {
  expect(() => readBackup(source)).toThrow(message)
})
