-- Series for the Analytics screen, for editors, from p_from to p_until: days of the magazine, both included. None of them is about
-- a person. Readings have a file of their own.

-- Published stories, by day, category and author.
create function public.get_story_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with stories as materialized (
      select (published_at at time zone zone)::date as day, category_id, author_id from public.articles
      where status = 'published' and deleted_at is null and published_at <= now()
        and published_at >= private.local_day_start(p_from) and published_at < private.local_day_start(p_until + 1)
    )
    select jsonb_build_object(
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'stories', n) order by day)
        from (select day, count(*) as n from stories group by day) d), '[]'),
      'categories', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'color', color, 'stories', n) order by n desc, name)
        from (select c.name, c.color, count(*) as n from stories s left join public.categories c on c.id = s.category_id
              group by c.id, c.name, c.color) d), '[]'),
      'authors', coalesce((select jsonb_agg(jsonb_build_object('name', name, 'stories', n) order by n desc, name)
        from (select p.full_name as name, count(*) as n from stories s left join public.profiles p on p.id = s.author_id
              group by p.id, p.full_name) d), '[]')));
end $$;

-- New subscribers of a period who are subscribed today, by day and by source page.
create function public.get_subscriber_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with joined as materialized (
      select (subscribed_at at time zone zone)::date as day, coalesce(nullif(trim(source_page), ''), '') as source
      from public.subscribers
      where status = 'active'
        and subscribed_at >= private.local_day_start(p_from) and subscribed_at < private.local_day_start(p_until + 1)
    )
    select jsonb_build_object(
      'active_before', (select count(*) from public.subscribers
        where status = 'active' and subscribed_at < private.local_day_start(p_from)),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'joined', n, 'active', n) order by day)
        from (select day, count(*) as n from joined group by day) d), '[]'),
      'sources', coalesce((select jsonb_agg(jsonb_build_object('source', source, 'joined', n) order by n desc, source)
        from (select source, count(*) as n from joined group by source order by n desc, source limit 50) d), '[]')));
end $$;

/* The time in milliseconds from a save (or, when scheduled, its publish date) until it was live, for each build. Full
   builds, made when a publisher starts, do not count. Builds are kept for 30 days. */
create function public.get_publish_numbers(p_from date, p_until date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare zone text := private.time_zone();
begin
  perform private.require_editor();
  return (
    with publishes as materialized (
      select (max(o.processed_at) at time zone zone)::date as day,
        extract(epoch from (max(o.processed_at) - min(greatest(o.created_at, o.due_at)))) * 1000 as ms
      from public.builds b join public.publish_outbox o on o.build_id = b.id
      where b.status = 'live' and b.kind <> 'full' and o.processed_at is not null
        and b.started_at >= private.local_day_start(p_from) and b.started_at < private.local_day_start(p_until + 1)
      group by b.id
    )
    select jsonb_build_object(
      'publishes', (select count(*) from publishes),
      'failed', (select count(*) from public.builds where status = 'failed'
        and started_at >= private.local_day_start(p_from) and started_at < private.local_day_start(p_until + 1)),
      'median_ms', (select round(percentile_cont(0.5) within group (order by ms)) from publishes),
      'p95_ms', (select round(percentile_cont(0.95) within group (order by ms)) from publishes),
      'days', coalesce((select jsonb_agg(jsonb_build_object('day', day, 'publishes', n, 'median_ms', m, 'p95_ms', p) order by day)
        from (select day, count(*) as n, round(percentile_cont(0.5) within group (order by ms)) as m,
                round(percentile_cont(0.95) within group (order by ms)) as p from publishes group by day) d), '[]')));
end $$;

grant execute on function public.get_story_numbers(date, date), public.get_subscriber_numbers(date, date),
  public.get_publish_numbers(date, date) to authenticated;
