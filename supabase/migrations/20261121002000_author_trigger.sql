-- fill_author_slug moves updated_at at every update: this trigger did the same once more.
drop trigger if exists touch_author on public.author_profiles;
