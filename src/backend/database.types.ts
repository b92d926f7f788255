// Written by `npm run types`: change the migrations, not this file.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      article_revisions: {
        Row: {
          article_id: string
          created_at: string
          created_by: string | null
          data: Json
          id: number
          kind: string
          version: number
        }
        Insert: {
          article_id: string
          created_at?: string
          created_by?: string | null
          data: Json
          id?: never
          kind?: string
          version: number
        }
        Update: {
          article_id?: string
          created_at?: string
          created_by?: string | null
          data?: Json
          id?: never
          kind?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'article_revisions_article_id_fkey'
            columns: ['article_id']
            isOneToOne: false
            referencedRelation: 'articles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'article_revisions_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      article_tags: {
        Row: {
          article_id: string
          tag_id: string
        }
        Insert: {
          article_id: string
          tag_id: string
        }
        Update: {
          article_id?: string
          tag_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'article_tags_article_id_fkey'
            columns: ['article_id']
            isOneToOne: false
            referencedRelation: 'articles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'article_tags_tag_id_fkey'
            columns: ['tag_id']
            isOneToOne: false
            referencedRelation: 'tags'
            referencedColumns: ['id']
          },
        ]
      }
      article_template_tags: {
        Row: {
          tag_id: string
          template_id: string
        }
        Insert: {
          tag_id: string
          template_id: string
        }
        Update: {
          tag_id?: string
          template_id?: string
        }
        Relationships: [
          {
            foreignKeyName: 'article_template_tags_tag_id_fkey'
            columns: ['tag_id']
            isOneToOne: false
            referencedRelation: 'tags'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'article_template_tags_template_id_fkey'
            columns: ['template_id']
            isOneToOne: false
            referencedRelation: 'article_templates'
            referencedColumns: ['id']
          },
        ]
      }
      article_templates: {
        Row: {
          category_id: string | null
          content: Json
          created_at: string
          created_by: string | null
          description: string | null
          excerpt: string | null
          id: string
          name: string
          standfirst: string | null
          title_pattern: string
          updated_at: string
          version: number
        }
        Insert: {
          category_id?: string | null
          content?: Json
          created_at?: string
          created_by?: string | null
          description?: string | null
          excerpt?: string | null
          id?: string
          name: string
          standfirst?: string | null
          title_pattern?: string
          updated_at?: string
          version?: number
        }
        Update: {
          category_id?: string | null
          content?: Json
          created_at?: string
          created_by?: string | null
          description?: string | null
          excerpt?: string | null
          id?: string
          name?: string
          standfirst?: string | null
          title_pattern?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'article_templates_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'article_templates_created_by_fkey'
            columns: ['created_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      article_working_copies: {
        Row: {
          article_id: string
          base_version: number
          data: Json
          updated_at: string
          updated_by: string | null
          version: number
        }
        Insert: {
          article_id: string
          base_version: number
          data: Json
          updated_at?: string
          updated_by?: string | null
          version?: number
        }
        Update: {
          article_id?: string
          base_version?: number
          data?: Json
          updated_at?: string
          updated_by?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'article_working_copies_article_id_fkey'
            columns: ['article_id']
            isOneToOne: true
            referencedRelation: 'articles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'article_working_copies_updated_by_fkey'
            columns: ['updated_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      articles: {
        Row: {
          author_id: string | null
          category_id: string | null
          content: Json
          created_at: string
          deleted_at: string | null
          excerpt: string | null
          featured: boolean
          featured_image: string | null
          gallery: string[]
          hero: boolean
          id: string
          meta_description: string | null
          meta_keywords: string[]
          meta_title: string | null
          published_at: string | null
          read_time: number | null
          slug: string
          standfirst: string | null
          status: string
          title: string
          title_emphasis: string | null
          updated_at: string
          version: number
        }
        Insert: {
          author_id?: string | null
          category_id?: string | null
          content?: Json
          created_at?: string
          deleted_at?: string | null
          excerpt?: string | null
          featured?: boolean
          featured_image?: string | null
          gallery?: string[]
          hero?: boolean
          id?: string
          meta_description?: string | null
          meta_keywords?: string[]
          meta_title?: string | null
          published_at?: string | null
          read_time?: number | null
          slug: string
          standfirst?: string | null
          status?: string
          title: string
          title_emphasis?: string | null
          updated_at?: string
          version?: number
        }
        Update: {
          author_id?: string | null
          category_id?: string | null
          content?: Json
          created_at?: string
          deleted_at?: string | null
          excerpt?: string | null
          featured?: boolean
          featured_image?: string | null
          gallery?: string[]
          hero?: boolean
          id?: string
          meta_description?: string | null
          meta_keywords?: string[]
          meta_title?: string | null
          published_at?: string | null
          read_time?: number | null
          slug?: string
          standfirst?: string | null
          status?: string
          title?: string
          title_emphasis?: string | null
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'articles_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'articles_category_id_fkey'
            columns: ['category_id']
            isOneToOne: false
            referencedRelation: 'categories'
            referencedColumns: ['id']
          },
        ]
      }
      author_profiles: {
        Row: {
          bio: string | null
          created_at: string
          email: string | null
          id: string
          image_url: string | null
          name: string
          profile_id: string | null
          role: string | null
          slug: string
          social_links: Json
          updated_at: string
        }
        Insert: {
          bio?: string | null
          created_at?: string
          email?: string | null
          id?: string
          image_url?: string | null
          name: string
          profile_id?: string | null
          role?: string | null
          slug: string
          social_links?: Json
          updated_at?: string
        }
        Update: {
          bio?: string | null
          created_at?: string
          email?: string | null
          id?: string
          image_url?: string | null
          name?: string
          profile_id?: string | null
          role?: string | null
          slug?: string
          social_links?: Json
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'author_profiles_profile_id_fkey'
            columns: ['profile_id']
            isOneToOne: true
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      builds: {
        Row: {
          duration_ms: number | null
          error: string | null
          finished_at: string | null
          id: number
          kind: string
          last_event: number | null
          pages_removed: number | null
          pages_rendered: number | null
          started_at: string
          status: string
          timings: Json
        }
        Insert: {
          duration_ms?: number | null
          error?: string | null
          finished_at?: string | null
          id?: never
          kind?: string
          last_event?: number | null
          pages_removed?: number | null
          pages_rendered?: number | null
          started_at?: string
          status?: string
          timings?: Json
        }
        Update: {
          duration_ms?: number | null
          error?: string | null
          finished_at?: string | null
          id?: never
          kind?: string
          last_event?: number | null
          pages_removed?: number | null
          pages_rendered?: number | null
          started_at?: string
          status?: string
          timings?: Json
        }
        Relationships: []
      }
      categories: {
        Row: {
          color: string
          created_at: string
          description: string | null
          id: string
          name: string
          slug: string
          updated_at: string
        }
        Insert: {
          color?: string
          created_at?: string
          description?: string | null
          id?: string
          name: string
          slug: string
          updated_at?: string
        }
        Update: {
          color?: string
          created_at?: string
          description?: string | null
          id?: string
          name?: string
          slug?: string
          updated_at?: string
        }
        Relationships: []
      }
      contact_messages: {
        Row: {
          answered_at: string | null
          answered_by: string | null
          created_at: string
          email: string
          id: string
          message: string
          name: string
          phone: string | null
          status: string
          subject: string | null
        }
        Insert: {
          answered_at?: string | null
          answered_by?: string | null
          created_at?: string
          email: string
          id?: string
          message: string
          name: string
          phone?: string | null
          status?: string
          subject?: string | null
        }
        Update: {
          answered_at?: string | null
          answered_by?: string | null
          created_at?: string
          email?: string
          id?: string
          message?: string
          name?: string
          phone?: string | null
          status?: string
          subject?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'contact_messages_answered_by_fkey'
            columns: ['answered_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      deploy_settings: {
        Row: {
          deploy_hook_url: string | null
          hook_host: string | null
          id: string
          updated_at: string
          version: number
        }
        Insert: {
          deploy_hook_url?: string | null
          hook_host?: never
          id?: string
          updated_at?: string
          version?: number
        }
        Update: {
          deploy_hook_url?: string | null
          hook_host?: never
          id?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      fonts: {
        Row: {
          created_at: string
          file_size: number | null
          font_file_path: string
          font_name: string
          font_style: string
          font_usage: string[]
          font_weight: string
          id: string
          mime_type: string | null
          uploaded_by: string | null
        }
        Insert: {
          created_at?: string
          file_size?: number | null
          font_file_path: string
          font_name: string
          font_style?: string
          font_usage?: string[]
          font_weight?: string
          id?: string
          mime_type?: string | null
          uploaded_by?: string | null
        }
        Update: {
          created_at?: string
          file_size?: number | null
          font_file_path?: string
          font_name?: string
          font_style?: string
          font_usage?: string[]
          font_weight?: string
          id?: string
          mime_type?: string | null
          uploaded_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'fonts_uploaded_by_fkey'
            columns: ['uploaded_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      global_styles: {
        Row: {
          accent_font_id: string | null
          id: string
          primary_font_id: string | null
          secondary_font_id: string | null
          updated_at: string
        }
        Insert: {
          accent_font_id?: string | null
          id?: string
          primary_font_id?: string | null
          secondary_font_id?: string | null
          updated_at?: string
        }
        Update: {
          accent_font_id?: string | null
          id?: string
          primary_font_id?: string | null
          secondary_font_id?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: 'global_styles_accent_font_id_fkey'
            columns: ['accent_font_id']
            isOneToOne: false
            referencedRelation: 'fonts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'global_styles_primary_font_id_fkey'
            columns: ['primary_font_id']
            isOneToOne: false
            referencedRelation: 'fonts'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'global_styles_secondary_font_id_fkey'
            columns: ['secondary_font_id']
            isOneToOne: false
            referencedRelation: 'fonts'
            referencedColumns: ['id']
          },
        ]
      }
      media: {
        Row: {
          alt_text: string | null
          caption: string | null
          created_at: string
          filename: string
          height: number | null
          id: string
          mime_type: string
          original_filename: string
          size_bytes: number
          storage_path: string
          thumbnail_path: string | null
          uploaded_by: string | null
          width: number | null
        }
        Insert: {
          alt_text?: string | null
          caption?: string | null
          created_at?: string
          filename: string
          height?: number | null
          id?: string
          mime_type: string
          original_filename: string
          size_bytes: number
          storage_path: string
          thumbnail_path?: string | null
          uploaded_by?: string | null
          width?: number | null
        }
        Update: {
          alt_text?: string | null
          caption?: string | null
          created_at?: string
          filename?: string
          height?: number | null
          id?: string
          mime_type?: string
          original_filename?: string
          size_bytes?: number
          storage_path?: string
          thumbnail_path?: string | null
          uploaded_by?: string | null
          width?: number | null
        }
        Relationships: [
          {
            foreignKeyName: 'media_uploaded_by_fkey'
            columns: ['uploaded_by']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
        ]
      }
      pages: {
        Row: {
          author_id: string | null
          content: Json
          created_at: string
          excerpt: string | null
          id: string
          meta_description: string | null
          meta_title: string | null
          parent_id: string | null
          slug: string
          status: string
          title: string
          updated_at: string
          version: number
        }
        Insert: {
          author_id?: string | null
          content?: Json
          created_at?: string
          excerpt?: string | null
          id?: string
          meta_description?: string | null
          meta_title?: string | null
          parent_id?: string | null
          slug: string
          status?: string
          title: string
          updated_at?: string
          version?: number
        }
        Update: {
          author_id?: string | null
          content?: Json
          created_at?: string
          excerpt?: string | null
          id?: string
          meta_description?: string | null
          meta_title?: string | null
          parent_id?: string | null
          slug?: string
          status?: string
          title?: string
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'pages_author_id_fkey'
            columns: ['author_id']
            isOneToOne: false
            referencedRelation: 'profiles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'pages_parent_id_fkey'
            columns: ['parent_id']
            isOneToOne: false
            referencedRelation: 'pages'
            referencedColumns: ['id']
          },
        ]
      }
      profiles: {
        Row: {
          created_at: string
          email: string | null
          full_name: string | null
          id: string
          role: Database['public']['Enums']['app_role']
          updated_at: string
        }
        Insert: {
          created_at?: string
          email?: string | null
          full_name?: string | null
          id: string
          role?: Database['public']['Enums']['app_role']
          updated_at?: string
        }
        Update: {
          created_at?: string
          email?: string | null
          full_name?: string | null
          id?: string
          role?: Database['public']['Enums']['app_role']
          updated_at?: string
        }
        Relationships: []
      }
      publish_outbox: {
        Row: {
          build_id: number | null
          created_at: string
          due_at: string
          entity: string
          entity_id: string
          id: number
          posted_at: string | null
          processed_at: string | null
        }
        Insert: {
          build_id?: number | null
          created_at?: string
          due_at?: string
          entity: string
          entity_id: string
          id?: never
          posted_at?: string | null
          processed_at?: string | null
        }
        Update: {
          build_id?: number | null
          created_at?: string
          due_at?: string
          entity?: string
          entity_id?: string
          id?: never
          posted_at?: string | null
          processed_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'publish_outbox_build_id_fkey'
            columns: ['build_id']
            isOneToOne: false
            referencedRelation: 'builds'
            referencedColumns: ['id']
          },
        ]
      }
      site_settings: {
        Row: {
          contact_email: string | null
          contact_enabled: boolean
          id: string
          newsletter_enabled: boolean
          sign_up_open: boolean
          site_name: string
          social_label: string
          social_url: string | null
          tagline: string
          updated_at: string
          version: number
        }
        Insert: {
          contact_email?: string | null
          contact_enabled?: boolean
          id?: string
          newsletter_enabled?: boolean
          sign_up_open?: boolean
          site_name?: string
          social_label?: string
          social_url?: string | null
          tagline?: string
          updated_at?: string
          version?: number
        }
        Update: {
          contact_email?: string | null
          contact_enabled?: boolean
          id?: string
          newsletter_enabled?: boolean
          sign_up_open?: boolean
          site_name?: string
          social_label?: string
          social_url?: string | null
          tagline?: string
          updated_at?: string
          version?: number
        }
        Relationships: []
      }
      slug_redirects: {
        Row: {
          article_id: string | null
          created_at: string
          id: number
          kind: string
          old_slug: string
          page_id: string | null
        }
        Insert: {
          article_id?: string | null
          created_at?: string
          id?: never
          kind: string
          old_slug: string
          page_id?: string | null
        }
        Update: {
          article_id?: string | null
          created_at?: string
          id?: never
          kind?: string
          old_slug?: string
          page_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: 'slug_redirects_article_id_fkey'
            columns: ['article_id']
            isOneToOne: false
            referencedRelation: 'articles'
            referencedColumns: ['id']
          },
          {
            foreignKeyName: 'slug_redirects_page_id_fkey'
            columns: ['page_id']
            isOneToOne: false
            referencedRelation: 'pages'
            referencedColumns: ['id']
          },
        ]
      }
      subscribers: {
        Row: {
          email: string
          first_name: string | null
          id: string
          preferences: Json
          source_page: string | null
          status: string
          subscribed_at: string
        }
        Insert: {
          email: string
          first_name?: string | null
          id?: string
          preferences?: Json
          source_page?: string | null
          status?: string
          subscribed_at?: string
        }
        Update: {
          email?: string
          first_name?: string | null
          id?: string
          preferences?: Json
          source_page?: string | null
          status?: string
          subscribed_at?: string
        }
        Relationships: []
      }
      tags: {
        Row: {
          created_at: string
          id: string
          name: string
          slug: string
        }
        Insert: {
          created_at?: string
          id?: string
          name: string
          slug: string
        }
        Update: {
          created_at?: string
          id?: string
          name?: string
          slug?: string
        }
        Relationships: []
      }
    }
    Views: {
    }
    Functions: {
      begin_build: {
        Args: { p_kind?: string | null }
        Returns: Json
      }
      can_write_article: {
        Args: { p_article: string | null }
        Returns: boolean
      }
      count_view: {
        Args: { p_slug: string | null }
        Returns: undefined
      }
      current_role_name: {
        Args: Record<PropertyKey, never>
        Returns: Database['public']['Enums']['app_role']
      }
      delete_media: {
        Args: { p_media: string | null; p_even_if_used?: boolean | null }
        Returns: string[]
      }
      find_stories: {
        Args: { p_text?: string | null; p_category?: string | null; p_author?: string | null; p_least?: number | null; p_most?: number | null; p_usual?: number | null; p_sort?: string | null; p_skip?: number | null; p_take?: number | null }
        Returns: Json
      }
      find_titles: {
        Args: { p_text: string | null; p_take?: number | null }
        Returns: { title: string | null }[]
      }
      finish_build: {
        Args: { p_build: number | null; p_events: number[] | null; p_stats: Json | null; p_error?: string | null }
        Returns: undefined
      }
      get_article_counts: {
        Args: Record<PropertyKey, never>
        Returns: { status: string | null; articles: number | null }[]
      }
      get_author_names: {
        Args: Record<PropertyKey, never>
        Returns: { id: string | null; full_name: string | null }[]
      }
      get_dashboard_counts: {
        Args: { p_previous: string | null; p_current: string | null; p_until: string | null }
        Returns: { kind: string | null; total: number | null; current: number | null; previous: number | null }[]
      }
      get_public_author_profiles: {
        Args: Record<PropertyKey, never>
        Returns: { id: string | null; slug: string | null; name: string | null; role: string | null; bio: string | null; image_url: string | null; email: string | null; created_at: string | null; social_links: Json | null; profile_id: string | null }[]
      }
      get_publish_numbers: {
        Args: { p_from: string | null; p_until: string | null }
        Returns: Json
      }
      get_publish_state: {
        Args: { p_article: string | null }
        Returns: { event_id: number | null; due_at: string | null; created_at: string | null; processed_at: string | null; status: string | null; duration_ms: number | null; error: string | null }[]
      }
      get_story_numbers: {
        Args: { p_from: string | null; p_until: string | null }
        Returns: Json
      }
      get_subscriber_numbers: {
        Args: { p_from: string | null; p_until: string | null }
        Returns: Json
      }
      get_subscriber_overview: {
        Args: { month_start: string | null }
        Returns: { total: number | null; active: number | null; this_month: number | null; sources: string[] | null }[]
      }
      get_view_numbers: {
        Args: { p_from: string | null; p_until: string | null }
        Returns: Json
      }
      has_role: {
        Args: { roles: Database['public']['Enums']['app_role'][] | null }
        Returns: boolean
      }
      list_article_revisions: {
        Args: { p_article: string | null; p_every?: boolean | null; p_before?: number | null }
        Returns: { id: number | null; kind: string | null; created_at: string | null; created_by: string | null; author_name: string | null; status: string | null; changed: string[] | null; is_first: boolean | null }[]
      }
      media_totals: {
        Args: { p_kind?: string | null; p_pattern?: string | null }
        Returns: { files: number | null; bytes: number | null }[]
      }
      media_usage: {
        Args: { p_media: string | null }
        Returns: { kind: string | null; id: string | null; title: string | null; status: string | null; places: string[] | null }[]
      }
      save_article: {
        Args: { p_id: string | null; p_version: number | null; p_article: Json | null; p_tags?: string[] | null; p_copy_version?: number | null }
        Returns: Database['public']['Tables']['articles']['Row']
      }
      save_page: {
        Args: { p_id: string | null; p_version: number | null; p_page: Json | null }
        Returns: Database['public']['Tables']['pages']['Row']
      }
      save_template: {
        Args: { p_id: string | null; p_version: number | null; p_template: Json | null; p_tags: string[] | null }
        Returns: Database['public']['Tables']['article_templates']['Row']
      }
      slug_taken: {
        Args: { p_slug: string | null; p_article: string | null }
        Returns: boolean
      }
      slugify: {
        Args: { value: string | null }
        Returns: string
      }
    }
    Enums: {
      app_role: 'super_admin' | 'editor' | 'contributor' | 'viewer'
    }
    CompositeTypes: { [_ in never]: never }
  }
}
