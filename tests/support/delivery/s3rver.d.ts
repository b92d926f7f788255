declare module '@20minutes/s3rver' {
  interface Listed {
    objects: {
      key: string
      metadata: Record<string, string | number>
      size: number
      lastModifiedDate: Date
    }[]
    commonPrefixes: string[]
    isTruncated: boolean
  }

  interface Store {
    listObjects(
      bucket: string,
      options: { prefix?: string; startAfter?: string; maxKeys?: number },
    ): Promise<Listed>
    getMetadata(bucket: string, key: string): Promise<Record<string, string | number>>
  }

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      configureBuckets: { name: string; configs: (string | Buffer)[] }[]
    })
    store: Store
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
