-- Browsers show no HEIC: the bucket takes no more of it. Files that are stored already stay.
update storage.buckets set allowed_mime_types = array[
    'image/avif', 'image/bmp', 'image/gif', 'image/jpeg', 'image/png', 'image/tiff', 'image/webp', 'video/mp4',
    'video/mpeg', 'video/ogg', 'video/quicktime', 'video/webm', 'video/x-matroska', 'video/x-msvideo', 'audio/aac',
    'audio/flac', 'audio/mp4', 'audio/mpeg', 'audio/ogg', 'audio/wav', 'audio/webm', 'application/pdf',
    'application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document']
where id = 'media';
