-- Tables that writes read from end to end: at each publish the redirects by hand from the address of the story, at a
-- visitor's request the counts of the rate limits that are over, whenever mails are sent the sign-ups that nobody
-- confirmed and the mails to delete.
create index slug_redirects_custom_path_idx on public.slug_redirects (lower(old_path)) where kind = 'custom';
create index rate_limits_window_idx on private.rate_limits (window_start);
create index subscribers_pending_idx on public.subscribers (consent_at) where status = 'pending';
create index subscriber_mails_created_idx on private.subscriber_mails (created_at);
