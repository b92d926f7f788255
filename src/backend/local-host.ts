/** Whether a host name is this machine, so that nobody is on the way to it. */
export const isLocalHost = (host: string): boolean => /^(localhost|127\.0\.0\.1|\[?::1\]?)$/.test(host)
