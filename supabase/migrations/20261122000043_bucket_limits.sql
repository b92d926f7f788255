-- The buckets take only the kinds of files that the magazine shows, and none that a browser would run as a page: no SVG,
-- no HTML. src/domain/media.ts and src/domain/font.ts have the same types; a test compares them.
update storage.buckets set file_size_limit = 52428800, allowed_mime_types = array[
  'image/avif', 'image/bmp', 'image/gif', 'image/heic', 'image/heif', 'image/jpeg', 'image/png', 'image/tiff', 'image/webp',
  'video/mp4', 'video/mpeg', 'video/ogg', 'video/quicktime', 'video/webm', 'video/x-matroska', 'video/x-msvideo',
  'audio/aac', 'audio/flac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm',
  'application/pdf', 'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']
where id = 'media';
update storage.buckets set file_size_limit = 10485760, allowed_mime_types = array['font/ttf', 'font/woff', 'font/woff2']
where id = 'fonts';
