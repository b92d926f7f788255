-- Each build deletes the events and builds that are older than 30 days: with 400,000 events in the table it read all of
-- them, for 160 ms in which nothing else was answered.
create index publish_outbox_processed_idx on public.publish_outbox (processed_at);
create index builds_finished_idx on public.builds (finished_at);
