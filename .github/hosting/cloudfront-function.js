// A CloudFront Function for viewer requests, before a bucket that the publisher delivers to: the home page, the admin's one
// page for all its addresses, and for every page one address, to which its other spellings (/about/, //about, /about.html,
// /%61bout) are led. src/domain/site/site-address.ts says the same; tests/publisher/hosting.test.ts compares them.

// What the addresses of all pages consist of. Only they are redirected to: no host can be written with it.
const PLAIN = /^\/([\w.~-]+(\/[\w.~-]+)*)?$/
// Not for readers: the 404 page, and files such as _headers.
const HIDDEN = /^\/(404$|_(?!(astro|images)\/))/

// The address that a path stands for, decoded; null when it can be none.
function addressOf(uri) {
  let decoded
  try {
    decoded = decodeURIComponent(uri)
  } catch {
    return null
  }
  // eslint-disable-next-line no-control-regex -- they end a header, or are left out by browsers
  if (/[\u0000-\u001f\u007f\\]/.test(decoded)) return null
  const segments = []
  decoded.split('/').forEach(function (segment) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  })
  const path = `/${segments.join('/')}`.replace(/([^/])(\.html)+$/, '$1').replace(/^\/index$/, '/')
  return HIDDEN.test(path) ? null : path
}

function queryOf(querystring) {
  const parts = []
  Object.keys(querystring).forEach(function (name) {
    const values = querystring[name].multiValue || [querystring[name]]
    values.forEach(function (one) {
      parts.push(one.value === '' ? name : `${name}=${one.value}`)
    })
  })
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

// eslint-disable-next-line @typescript-eslint/no-unused-vars -- CloudFront calls it
function handler(event) {
  const request = event.request
  const path = addressOf(request.uri)
  if (path !== null && path !== request.uri && PLAIN.test(path)) {
    const location = path + queryOf(request.querystring)
    return {
      statusCode: 308,
      statusDescription: 'Permanent Redirect',
      headers: {
        location: { value: location },
        'cache-control': { value: 'public, max-age=0, must-revalidate' },
      },
    }
  }
  if (path === null) request.uri = '/404'
  else if (path === '/') request.uri = '/index.html'
  else if (/^\/admin(\/|$)/.test(path)) request.uri = '/admin'
  return request
}
