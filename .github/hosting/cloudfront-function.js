// A CloudFront Function for viewer requests, before a bucket that the publisher delivers to: the home page, the admin's
// one page for all its addresses, and no slash at the end.
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- CloudFront calls it
function handler(event) {
  const request = event.request
  if (request.uri === '/') request.uri = '/index.html'
  else if (/^\/admin(\/|$)/.test(request.uri)) request.uri = '/admin'
  else request.uri = request.uri.replace(/\/+$/, '') || '/index.html'
  return request
}
